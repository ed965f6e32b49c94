import { STOP_WORDS } from '../../../core/text/question-terms.ts';

/**
 * Question words and everyday workplace words in German, French and Spanish with their English translation, enough to
 * search English pages. Line format: English: German | French | Spanish. Phrases come first, commas separate variants.
 */
const LINES = `
how many: wie viele, wieviele, wie viel, wieviel | combien de, combien d' | cuántos, cuántas
how much is: was kostet, was kosten, wie teuer | combien coûte, combien coûtent, quel est le prix | cuánto cuesta, cuánto cuestan, cuanto cuesta, cuanto cuestan, cuánto vale, cuanto vale
how much: wie hoch | combien | cuánto, cuanto
how long: wie lange, wie lang | combien de temps, pendant combien de temps | cuánto tiempo, cuánto dura, cuanto tiempo
how often: wie oft, wie häufig | à quelle fréquence | con qué frecuencia
how big: wie groß | quelle est la taille | qué tamaño
where: wo, wohin, woher | où | dónde, adónde, donde
when: wann, bis wann, seit wann | quand | cuándo, cuando
who: wer, wem, wen, wessen | qui | quién, quiénes, quien
why: warum, wieso, weshalb | pourquoi | por qué
what: was | que, quoi, qu'est-ce que, quel, quelle, quels, quelles | qué, cuál, cuáles, cual
which: welche, welcher, welches, welchen, welchem | lequel, laquelle | 
how: wie | comment | cómo, como
can: kann, können, könnte, darf, dürfen | peut, puis-je, peut-on, pouvez | puedo, puede, se puede, podemos
again: wieder, nochmal, erneut | de nouveau | otra vez, de nuevo
must: muss, müssen, soll, sollte | dois, doit, faut-il, devons | debo, debe, hay que, tengo que
is: ist, sind, gibt es | est, sont, y a-t-il | es, son, está, hay
get: bekomme, bekommt, bekommen, erhalte, erhält, kriege | reçois, reçoit, obtenir, ai-je, avons, avoir | recibo, recibe, tengo, tenemos, me corresponden
need: brauche, braucht, benötige | besoin, faut | necesito, necesita
cost: kostet, kosten | coûte, coût, coûtent | cuesta, costo, coste
price: preis, preise | prix, tarif, tarifs | precio, precios
pay: zahlt, zahlen, bezahlt, bezahlen | paie, payer, payé, paient, payez | paga, pagar, pagan, pago
salary: gehalt, lohn, gehälter | salaire, salaires | salario, sueldo
holiday: urlaub, ferien, feiertag, urlaubstage, urlaubstag | vacances, congés, congé, jours fériés | vacaciones, festivo
days: tage, tag, tagen | jours, jour, journées | días, dia, día, dias
week: woche | semaine | semana
weeks: wochen | semaines | semanas
month: monat | mois | mes
months: monate, monaten | mois | meses
year: jahr, jahre, jahren | an, ans, année, années | año, años
hour: stunde, stunden | heure, heures | hora, horas
minute: minute, minuten | minute, minutes | minuto, minutos
night: nacht | nuit, nuitée | noche
parental leave: elternzeit, elternurlaub | congé parental | permiso parental, baja parental
maternity: mutterschutz, mutterschaft | maternité | maternidad
sick: krank, krankheit, krankmeldung | malade, maladie | enfermo, enferma, enfermedad
doctor: arzt, ärztin | médecin, docteur | médico, doctor
note: attest, bescheinigung | certificat, attestation | justificante, certificado
trip: reise, reisen, dienstreise, geschäftsreise | voyage, déplacement | viaje, viajes
travel: reisen, reisekosten | voyages, voyager | viajar
expenses: spesen, auslagen | frais, notes de frais, dépenses | gastos
limit: grenze, höchstgrenze, obergrenze, limit, höchstbetrag | plafond, limite | límite, limite, tope
hotel: hotel, hotels, übernachtung | hôtel | hotel
flight: flug, flüge | vol, vols, avion | vuelo, avión
train: zug, bahn | train | tren
meals: essen, mahlzeit, verpflegung | repas | comida, comidas, dietas
approve: genehmigt, genehmigen, genehmigung | approuve, approuver, valide | aprueba, aprobar
office: büro, büros, niederlassung, standort | bureau, bureaux | oficina, oficinas, despacho
building: gebäude | bâtiment, immeuble | edificio
address: adresse, anschrift | adresse | dirección
opened: eröffnet, aufgemacht | ouvert, ouverture | abrió, abierta, abierto, inauguró
open: öffnet, offen, geöffnet, öffnungszeiten | ouvre | abre
lead: leitet, leiter, leiterin, leitung, führt | dirige, responsable, chef | dirige, líder
responsible: verantwortlich, zuständig | responsable, chargé | responsable, encargado
boss: chef, chefin | patron, patronne | jefe, jefa
manager: vorgesetzte, vorgesetzter | manager, chef | gerente, jefe
chief executive: geschäftsführer, geschäftsführerin, vorstand | directeur général, pdg | director general, director ejecutivo
team: team, mannschaft, abteilung | équipe, équipes | equipo, equipos
people: leute, personen, mitarbeiter, menschen | personnes, gens | personas, gente
employees: mitarbeiter, angestellte, beschäftigte | employés, salariés | empleados, trabajadores
colleague: kollege, kollegin, kollegen | collègue, collègues | compañero, compañeros
data protection: datenschutz | protection des données | protección de datos
data protection officer: datenschutzbeauftragter, datenschutzbeauftragte, datenschützer | délégué à la protection des données, dpo | responsable de protección de datos, delegado de protección de datos
data: daten | données, donnée | datos
officer: beauftragter, beauftragte | délégué, déléguée | delegado, responsable
probation: probezeit | période d'essai | período de prueba, periodo de prueba
contract: vertrag, arbeitsvertrag | contrat | contrato
notice: kündigungsfrist | préavis | preaviso
start: anfang, beginn, beginnt, anfangen | début, commence | inicio, empieza, comienza
end: ende, endet | fin, finit | fin, termina
work: arbeit, arbeiten, arbeite | travail, travailler, travaille | trabajo, trabajar
home: zuhause, daheim | maison, domicile | casa
from home: von zu hause, homeoffice, im homeoffice | télétravail, à domicile, à la maison | desde casa, teletrabajo
abroad: ausland | étranger | extranjero
allowance: zuschuss, zulage, pauschale | allocation, indemnité, prime | ayuda, subsidio, asignación
budget: budget, etat | budget | presupuesto
learning: weiterbildung, fortbildung, lernen | formation, apprentissage | formación, aprendizaje
course: kurs, kurse, lehrgang | cours, stage | curso, cursos
language: sprache, sprachen, sprachkurs | langue, langues | idioma, idiomas
pension: rente, pension, altersvorsorge | retraite, pension | pensión, jubilación
insurance: versicherung | assurance, mutuelle | seguro
lunch: mittagessen | déjeuner | almuerzo
password: passwort, kennwort | mot de passe | contraseña
laptop: laptop, notebook, rechner | ordinateur, portable | portátil, ordenador
stolen: gestohlen, geklaut | volé, volée | robado, robada
new: neu, neue, neuer, neues, neuen | nouveau, nouvelle, nouveaux, nouvelles | nuevo, nueva, nuevos, nuevas
card: karte, karten | carte, cartes | tarjeta, tarjetas
machine: maschine, maschinen, automat | machine, machines, distributeur, appareil | máquina, máquinas, aparato
use: benutzen, verwenden, nutzen, benutze, nutze | utiliser, utilise, utilisez, employer | usar, utilizar, uso, utilizo
instead of: statt, anstatt, anstelle | à la place de, à la place du, au lieu de, au lieu du | en lugar de, en vez de
lost: verloren | perdu, perdue | perdido, perdida
phone: telefon, handy, telefonnummer | téléphone, portable | teléfono, móvil
number: nummer, anzahl, zahl | numéro, nombre | número
customer: kunde, kunden, kundin | client, clients | cliente, clientes
support: support, unterstützung, hilfe | assistance, support, aide | soporte, ayuda
answer: antwort, antwortet | réponse, répond | respuesta, responde
discount: rabatt, nachlass | remise, réduction, rabais | descuento
order: bestellung, auftrag, bestellen | commande, commander | pedido, pedir
delivery: lieferung, lieferzeit | livraison | entrega
lead time: lieferzeit, lieferfrist | délai de livraison | plazo de entrega
warranty: garantie, gewährleistung | garantie | garantía
weigh: wiegt, gewicht | pèse, poids | pesa, peso
battery: akku, batterie | batterie, pile | batería
depth: tiefe | profondeur | profundidad
deep: tief | profond, profondeur | profundo, hondo
instruments: geräte, instrumente, gerät | appareils, instruments, appareil | aparatos, instrumentos
product: produkt, produkte | produit, produits | producto, productos
version: version | version | versión
release: veröffentlichung, freigabe | version, publication | lanzamiento, publicación
firmware: firmware | firmware, micrologiciel | firmware
incident: vorfall, störung | incident, panne | incidente
report: melden, meldung | signaler, signalement | informar, notificar, avisar
on call: rufbereitschaft, bereitschaft | d'astreinte, astreinte | de guardia, guardia
meeting: besprechung, sitzung, treffen, besprechungen | réunion, réunions | reunión, reuniones
recording: aufzeichnung, aufzeichnungen, aufnahme, aufnahmen | enregistrement, enregistrements | grabación, grabaciones
kept: aufbewahrt, gespeichert, behalten | conservé, conservée, conservés, conservées, gardé, gardés | guardan, conserva, conservan, guardado
room: raum, zimmer | salle, pièce | sala
dog: hund, hunde | chien, chiens | perro, perros
allowed: erlaubt, gestattet | autorisé, autorisés, permis, permise | permitido, permitidos, permite
parking: parkplatz, parkplätze, parken | parking, stationnement | aparcamiento, estacionamiento
visitors: besucher, gäste | visiteurs | visitantes, visitas
key: schlüssel | clé, clef | llave, clave
wedding: hochzeit, heirat | mariage | boda
moving: umzug | déménagement | mudanza
house: haus | maison | casa
child: kind | enfant | hijo, hija, niño
children: kinder | enfants | hijos, niños
secondary carer: zweiter elternteil | second parent | segundo progenitor
size: größe | taille | tamaño
maximum: maximal, maximale, höchste, maximum | maximale, maximal, maximum | máximo, máxima
minimum: minimal, minimale, mindest | minimale, minimal | mínimo, mínima
default: standard, standardmäßig, voreinstellung, vorgabe | défaut, par défaut | defecto, predeterminado, por defecto
value: wert, werte | valeur | valor
database: datenbank, datenbanken | base de données, bases de données | base de datos
table: tabelle, tabellen | table, tableau | tabla, tablas
column: spalte, spalten | colonne, colonnes | columna, columnas
row: zeile, zeilen | ligne, lignes | fila, filas
query: abfrage, abfragen | requête, requêtes | consulta, consultas
user: benutzer, nutzer | utilisateur, utilisateurs | usuario, usuarios
file: datei, dateien | fichier, fichiers | archivo, archivos, fichero
folder: ordner, verzeichnis | dossier, répertoire | carpeta, directorio
delete: löschen, löscht, gelöscht | supprimer, effacer, supprimé | borrar, eliminar
create: erstellen, anlegen, erzeugen | créer, création | crear
change: ändern, änderung | changer, modifier | cambiar
rename: umbenennen | renommer | renombrar
exclude: ausschließen, ausnehmen | exclure, exclus | excluir, excluyo, excluye
restore: wiederherstellen, zurückspielen | restaurer, récupérer | restaurar, recuperar
compression: komprimierung, kompression | compression | compresión
archive: archiv, archive | archive, archives | archivo comprimido
repository: repositorium | dépôt | repositorio
connection: verbindung, verbindungen | connexion, connexions | conexión, conexiones
connections: verbindungen | connexions | conexiones
server: server | serveur, serveurs | servidor
port: port | port | puerto
backup: sicherung, datensicherung | sauvegarde | copia de seguridad
error: fehler | erreur | error
settings: einstellungen | paramètres, réglages | ajustes, configuración
update: aktualisierung, aktualisieren | mise à jour | actualización
bring: mitbringen | apporter, amener, emmener | traer
breakfast: frühstück | petit-déjeuner, petit déjeuner | desayuno
large: groß, große, großes, großer, großen | grand, grande, grands, grandes | grande, grandes
small: klein, kleine, kleines, kleiner, kleinen | petit, petite, petits, petites | pequeño, pequeña, pequeños
ticket: fahrkarte, fahrkarten, eintrittskarte | billet, billets | billete, billetes
package: paket, pakete | paquet, paquets | paquete, paquetes
install: installieren, installiere | installer, installe | instalar, instalo
certificate: zertifikat, zertifikate | certificat, certificats | certificado, certificados
renew: erneuern, verlängern | renouveler | renovar
operating system: betriebssystem | système d'exploitation | sistema operativo
operating systems: betriebssysteme, betriebssystemen | systèmes d'exploitation | sistemas operativos
supported: unterstützt | supporté, supportés | soportado, soportados
installed: installiert | installé, installée | instalado, instalada
search: suchen, suche | chercher, rechercher | buscar, busco
find: finden, finde | trouver, trouve | encontrar, encuentro
add: hinzufügen | ajouter, ajoute | añadir, añado
added: hinzugefügt | ajouté, ajoutée, ajoutés | añadido, añadida
encryption: verschlüsselung | chiffrement | cifrado
channel: kanal, kanäle | canal, canaux | canal, canales
message: nachricht, nachrichten | message, messages | mensaje, mensajes
window: fenster | fenêtre, fenêtres | ventana, ventanas
close: schließen, schließt | fermer, ferme | cerrar, cierra
closed: geschlossen | fermé, fermée | cerrado, cerrada
save: speichern | enregistrer | guardar
enable: aktivieren, einschalten | activer | activar
disable: deaktivieren, ausschalten, abschalten | désactiver | desactivar
send: senden, schicken | envoyer | enviar
printer: drucker | imprimante | impresora
free: kostenlos, gratis | gratuit, gratuite | gratis, gratuito
bicycle: fahrrad, fahrräder | vélo, vélos | bicicleta, bicicletas
station: bahnhof | gare | estación
smoking: rauchen | fumer | fumar
toilet: toilette, toiletten | toilettes | aseo, aseos
weekend: wochenende | week-end | fin de semana
largest: größte, größter, größten | plus grand, plus grande | más grande, mayor
most: meisten, am meisten | le plus | más
cheapest: billigste, günstigste | moins cher, moins chère | más barato, más barata
oldest: älteste | plus ancien, plus vieux | más antiguo
newest: neueste, neuste | plus récent | más nuevo, más reciente
highest: höchste, höchsten | plus élevé, plus haut | más alto
Norway: norwegen | norvège | noruega
Germany: deutschland | allemagne | alemania
France: frankreich | france | francia
Spain: spanien | espagne | españa
Italy: italien | italie | italia
Portugal: portugal | portugal | portugal
London: london | londres | londres
Paris: paris | paris | parís
Canada: kanada | canada | canadá
Australia: australien | australie | australia
United States: usa, vereinigte staaten, amerika | états-unis | estados unidos
Switzerland: schweiz | suisse | suiza
Europe: europa | europe | europa
`;

/** Languages that are translated into English word by word. */
const GLOSSARY_LANGUAGES = ['de', 'fr', 'es'] as const;
export type GlossaryLanguage = (typeof GLOSSARY_LANGUAGES)[number];

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/’/g, "'").toLowerCase();

const glossaries = new Map<GlossaryLanguage, ReadonlyMap<string, string>>(
  GLOSSARY_LANGUAGES.map((language, at) => {
    const words = new Map<string, string>();
    for (const line of LINES.trim().split('\n')) {
      const [english = '', others = ''] = line.split(/:\s/);
      for (const other of (others.split('|')[at] ?? '').split(',')) {
        const key = fold(other.trim().replace(/ß/g, 'ss'));
        if (key !== '' && !words.has(key)) words.set(key, english);
      }
    }
    return [language, words] as const;
  }),
);
const MAX_PHRASE_WORDS = 6;

/** Function words that the translation drops. */
const DROPPED: Record<GlossaryLanguage, ReadonlySet<string>> = {
  de: wordSet(
    'der die das den dem des ein eine einen einem einer und oder in im am an auf zu zum zur von vom mit fur bei fur ich wir du sie er es man mein meine meinen unser unsere unser uns mir mich nach aus als wenn hat habe haben wird werden wurde war sein ist es denn eigentlich bitte noch nicht kein keine uber unter pro es',
  ),
  fr: wordSet(
    "le la les l un une des du de d et ou a au aux en dans pour par sur avec sans je tu il elle on nous vous ils mon ma mes notre nos votre vos ce cette ces se s est sont ete etre avoir ai as ont qu que qui y t m n ne pas plus il-y-a s'il plait",
  ),
  es: wordSet(
    'el la los las un una unos unas de del y o en a al para por con sin yo tu el ella nosotros mi mis nuestro nuestra su sus que se me te le lo es son esta ha han ser no mas',
  ),
};
function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

/**
 * True for a folded word that asks or joins ("wann", "darf", "der") and tells nothing about the topic, so that pages of
 * any language may lack it.
 */
export const isFunctionWord = (word: string, language: GlossaryLanguage): boolean =>
  DROPPED[language].has(word) ||
  glossaries
    .get(language)
    ?.get(word)
    ?.split(' ')
    .every((english) => STOP_WORDS.has(english) || ASKING.has(english)) === true;
const ASKING = wordSet('how many much long often must again');

/**
 * Translates a German, French or Spanish question into English word by word: "Wie lange ist die Probezeit in Norwegen?"
 * becomes "how long is probation Norway". Words without an entry stay.
 * @param keep true for folded words that pages contain, which also stay
 */
export const translateToEnglish = (
  question: string,
  language: GlossaryLanguage,
  keep: (word: string) => boolean,
): string => {
  const glossary = glossaries.get(language) ?? new Map<string, string>();
  const bounded = BOUNDS[language].reduce((text, [bound, english]) => text.replace(bound, english), question);
  const tokens =
    bounded.replace(/ß/g, 'ss').match(/[\p{L}\p{N}\p{M}]+(?:[-'’][\p{L}\p{N}\p{M}]+)*['’]?|[?!.,%€£$]/gu) ?? [];
  // Drops the article of "d'hôtel" and "l'équipe".
  const parts = tokens.flatMap((token) => (language === 'fr' ? splitElision(token) : [token]));
  const english: string[] = [];
  for (let at = 0; at < parts.length; ) {
    let taken = 0;
    for (let size = Math.min(MAX_PHRASE_WORDS, parts.length - at); size > 0; size--) {
      const translated = glossary.get(
        fold(
          parts
            .slice(at, at + size)
            .join(' ')
            .replace(/['’] /g, "'"),
        ),
      );
      if (translated === undefined) continue;
      english.push(translated);
      taken = size;
      break;
    }
    if (taken === 0) {
      const part = parts[at] ?? '';
      const folded = fold(part);
      if (!DROPPED[language].has(folded) || keepsAsName(part))
        english.push(...(keep(folded) ? [part] : (compound(folded, glossary) ?? [part])));
      taken = 1;
    }
    at += taken;
  }
  return english.join(' ').replace(/ (?=[?!.,])/g, '');
};

/** What bounds a number; elsewhere these words mean something else ("about", "among") or nothing. */
const BOUNDS: Readonly<Record<GlossaryLanguage, readonly (readonly [RegExp, string])[]>> = {
  de: [
    [/(?<!\p{L})(?:über|ueber|mehr als)(?=\s+[€$£]?\s?\d)/giu, 'over'],
    [/(?<!\p{L})(?:unter|weniger als)(?=\s+[€$£]?\s?\d)/giu, 'under'],
  ],
  fr: [
    [/(?<!\p{L})(?:plus de|au-dessus de)(?=\s+[€$£]?\s?\d)/giu, 'over'],
    [/(?<!\p{L})(?:moins de|au-dessous de)(?=\s+[€$£]?\s?\d)/giu, 'under'],
  ],
  es: [
    [/(?<!\p{L})(?:más de|mas de)(?=\s+[€$£]?\s?\d)/giu, 'over'],
    [/(?<!\p{L})menos de(?=\s+[€$£]?\s?\d)/giu, 'under'],
  ],
};

const keepsAsName = (part: string) => /\p{N}/u.test(part) || /^\p{Lu}{2,}$/u.test(part);
const splitElision = (token: string): string[] => {
  const match = /^(l|d|qu|j|m|t|s|n|c)['’](.+)$/iu.exec(token);
  // The glossary contains some elided words as a whole: "d'astreinte", "qu'est-ce que".
  return match?.[2] && !/^(?:d['’]astreinte|qu['’]est-ce)$/i.test(token) ? [match[2]] : [token];
};

/** Splits a German compound: "Hotelgrenze" is hotel and limit. */
const compound = (word: string, glossary: ReadonlyMap<string, string>): string[] | undefined => {
  if (word.length < 8) return undefined;
  for (let at = 4; at <= word.length - 4; at++) {
    const [first, second] = [word.slice(0, at), word.slice(at)];
    const head = glossary.get(first) ?? glossary.get(first.replace(/(?:s|n|en|es)$/, ''));
    const tail = glossary.get(second);
    if (head !== undefined && tail !== undefined) return [head, tail];
  }
  return undefined;
};

/** Words that are also English ("hotel limit in Paris"), so they do not indicate another language. */
const ENGLISH = new Set(
  LINES.trim()
    .split('\n')
    .flatMap((line) => fold(line.split(/:\s/)[0] ?? '').split(' '))
    .concat([
      'in',
      'am',
      'an',
      'a',
      'on',
      'me',
      'was',
      'war',
      'es',
      'se',
      'no',
      'son',
      'pour',
      'plus',
      'par',
      'et',
      'must',
    ]),
);

/**
 * The language whose glossary contains most of a question's words, at least one of them not English. Undefined if none
 * contains more than half.
 */
export const glossaryOf = (question: string): GlossaryLanguage | undefined => {
  const folded = (question.replace(/ß/g, 'ss').match(/[\p{L}\p{M}]+/gu) ?? []).map(fold);
  let best: { language: GlossaryLanguage; share: number } | undefined;
  for (const language of GLOSSARY_LANGUAGES) {
    const known = folded.filter((word) => glossaries.get(language)?.has(word) || DROPPED[language].has(word)).length;
    const share = folded.length === 0 ? 0 : known / folded.length;
    if (!folded.some((word) => !ENGLISH.has(word) && glossaries.get(language)?.has(word))) continue;
    if (share > 0.5 && share > (best?.share ?? 0)) best = { language, share };
  }
  return best?.language;
};
