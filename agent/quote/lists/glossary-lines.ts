/**
 * Question words and everyday workplace words in German, French and Spanish with their English translation, enough to
 * search English pages. Line format: English: German | French | Spanish. Phrases come first, commas separate variants.
 */
export const GLOSSARY_LINES = `
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
what do I do: was muss ich tun, was soll ich tun, was mache ich, was muss ich machen, was tun, was ist zu tun | que dois-je faire, que faire, quoi faire, que dois je faire | qué hago, qué debo hacer, qué tengo que hacer
what time: wie viel uhr, um wie viel uhr, um wieviel uhr | à quelle heure | a qué hora
is there: gibt es, gibt's | y a-t-il, il y a | hay
is: ist, sind | est, sont | es, son, está
get: bekomme, bekommt, bekommen, erhalte, erhält, kriege | reçois, reçoit, obtenir, ai-je, avons, avoir | recibo, recibe, tengo, tenemos, me corresponden
need: brauche, braucht, benötige | besoin, faut | necesito, necesita
cost: kostet, kosten | coûte, coût, coûtent | cuesta, costo, coste
price: preis, preise | prix, tarif, tarifs | precio, precios
pay: zahlt, zahlen, bezahlt, bezahlen | paie, payer, payé, paient, payez | paga, pagar, pagan, pago
earn: verdient, verdiene, verdienen, verdienst | gagne, gagner, gagnent | gano, gana, ganar
salary: gehalt, lohn, gehälter | salaire, salaires, rémunération | salario, sueldo
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
visitors: besucher, gäste, gast, gästen | visiteurs, invité, invités | visitantes, visitas, invitado
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
smoking: rauchen, geraucht, raucher | fumer, fumeurs | fumar, fumadores
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
staff: mitarbeitende, mitarbeitenden, belegschaft, personal, beschäftigten | personnel | plantilla, personal
receipt: beleg, belege, quittung, quittungen | reçu, reçus, justificatif, justificatifs | recibo, recibos, comprobante, comprobantes
invoice: rechnung, rechnungen | facture, factures | factura, facturas
accounting: buchhaltung | comptabilité | contabilidad
human resources: personalabteilung | ressources humaines | recursos humanos
request: antrag, anträge, beantragen, beantragt, beantragung | demande, demandes, demander | solicitud, solicitudes, solicitar, solicita
submit: einreichen, eingereicht, abgeben, abgegeben, abgibt, vorlegen, vorgelegt | remettre, déposer, transmettre, envoyé | presentar, entregar
refund: erstatten, erstattet, erstattung, zurückerstattet | rembourser, remboursé, remboursés, remboursement, rembourse | reembolsar, reembolso, reembolsan
form: formular, formulare, vordruck | formulaire, formulaires | formulario, formularios
sign: unterschreiben, unterschrieben, unterschrift | signer, signature, signé | firmar, firma, firmado
deadline: frist, stichtag, abgabefrist | date limite, échéance | fecha límite, plazo
expires: verfällt, verfallen, läuft ab | expire, expirent, perdus | caduca, vence
locked: gesperrt, sperrt, sperren | bloqué, verrouillé, bloque | bloqueado, bloquea
damaged: beschädigt, defekt, kaputt | endommagé, cassé, cassée | dañado, roto, rota
repair: reparatur, reparieren, reparaturen | réparation, réparer | reparación, reparar
reception: empfang, rezeption | accueil, réception | recepción
kitchen: küche, teeküche | cuisine | cocina
canteen: kantine | cantine | comedor, cantina
floor: stock, stockwerk, etage, geschoss | étage, étages | planta, piso
desk: schreibtisch, arbeitsplatz, tisch | poste de travail | escritorio, mesa
door: tür, türen, eingang | porte, portes, entrée | puerta, puertas, entrada
car: auto, wagen, pkw, fahrzeug, fahrzeuge, dienstwagen, firmenwagen | voiture, voitures, véhicule, véhicules | coche, coches, vehículo, vehículos
kilometre: kilometer, km | kilomètre, kilomètres, km | kilómetro, kilómetros, km
petrol: benzin, tanken, kraftstoff, tankkarte | essence, carburant | gasolina, combustible
garage: tiefgarage, garage | garage | garaje
training: schulung, schulungen, training, seminar, seminare | stage, stages, séminaire | capacitación, curso
apprentice: azubi, azubis, auszubildende, auszubildender, auszubildenden, lehrling, lehrlinge | apprenti, apprentis, alternant, alternants | aprendiz, aprendices
part time: teilzeit | temps partiel | tiempo parcial, media jornada
full time: vollzeit | temps plein | tiempo completo, jornada completa
overtime: überstunden, überstunde, mehrarbeit | heures supplémentaires | horas extra, horas extras
shift: schicht, schichten | équipe de nuit, poste | turno, turnos
break: pause, pausen, mittagspause | pause, pauses | descanso, descansos
working hours: arbeitszeit, arbeitszeiten, kernzeit, dienstzeit | horaires, horaire de travail | horario, jornada
opening hours: öffnungszeit | heures d'ouverture | horario de apertura
illness: erkrankung | arrêt maladie | baja
accident: unfall, unfälle, arbeitsunfall | accident, accidents | accidente, accidentes
emergency: notfall, notfälle, notruf | urgence, urgences | emergencia, urgencia
fire: feuer, brand | feu, incendie | fuego, incendio
first aid: erste hilfe, ersthelfer | premiers secours, secouriste | primeros auxilios
safety: sicherheit, arbeitssicherheit, arbeitsschutz | sécurité | seguridad
helmet: helm, helme | casque, casques | casco, cascos
wear: tragen, trägt, anziehen, anzieht | porter, mettre | llevar, ponerse
clothing: kleidung, arbeitskleidung, dienstkleidung | vêtements, tenue | ropa, uniforme
shoes: schuhe, sicherheitsschuhe | chaussures | zapatos
tool: werkzeug, werkzeuge | outil, outils | herramienta, herramientas
store: lager, magazin | entrepôt, magasin, réserve | almacén
supplier: lieferant, lieferanten | fournisseur, fournisseurs | proveedor, proveedores
offer: angebot, angebote | offre, offres, devis | oferta, ofertas, presupuesto
member: mitglied, mitglieder, mitgliedern | membre, membres, adhérent, adhérents | miembro, miembros, socio, socios
membership fee: mitgliedsbeitrag, beitrag, beiträge | cotisation, cotisations | cuota, cuotas
fee: gebühr, gebühren | frais de, droits | tasa, tasas
deposit: kaution, pfand, anzahlung | caution, acompte | fianza, depósito
rent: miete, mieten, leihen, ausleihen, verleih, leihgebühr | loyer, louer, location, emprunter | alquiler, alquilar
bonus: bonus, prämie, prämien, weihnachtsgeld, urlaubsgeld | prime, primes, bonus | bono, prima, paga extra
payroll: lohnabrechnung, gehaltsabrechnung | bulletin de paie, fiche de paie | nómina
bank: bank, bankkonto | banque | banco
account: konto, benutzerkonto | compte | cuenta
tax: steuer, steuern | impôt, impôts, taxe | impuesto, impuestos
works council: betriebsrat | comité d'entreprise, cse | comité de empresa
management: geschäftsführung, geschäftsleitung | direction | dirección general
secretary: sekretariat, sekretär, sekretärin | secrétariat, secrétaire | secretaría, secretaria
contact: ansprechpartner, ansprechpartnerin, kontakt | contact, interlocuteur, contacter | contacto, contactar
department: abteilungen, bereich | service, services, département | departamento, departamentos
extension: durchwahl | poste téléphonique | extensión
e-mail: mail, mails, e-mail | courriel, mail, e-mail | correo, correo electrónico
website: webseite, internetseite, homepage | site web, site internet | página web, sitio web
calendar: kalender | calendrier, agenda | calendario, agenda
appointment: termin, termine | rendez-vous | cita, citas
announce: ankündigen, bescheid | prévenir, avertir | avisar
cancel: stornieren, absagen, kündigen, abmelden | annuler, résilier | cancelar, anular
book: buchen, gebucht, reservieren, reservierung, buchung | réserver, réservation, réservé | reservar, reserva, reservado
borrow: ausleihe | emprunt | préstamo
return: zurückgeben, rückgabe, zurückbringen | rendre, retour, restituer | devolver, devolución
lose: verlust, verliere, verliert | perte, perds | pérdida, pierdo
password reset: zurücksetzen | réinitialiser | restablecer
access: zugang, zugänge, zutritt, zugriff | accès | acceso, accesos
badge: chip, ausweis, dienstausweis, besucherausweis | badge, badges | tarjeta de acceso, credencial
alarm: alarm, alarmanlage | alarme | alarma
heating: heizung | chauffage | calefacción
waste: müll, abfall | déchets, poubelle, poubelles | basura, residuos
post: post, brief, briefe, paketdienst | courrier, lettre | correo postal, carta
birthday: geburtstag | anniversaire | cumpleaños
party: feier, weihnachtsfeier, sommerfest, fest | fête, soirée | fiesta
training budget: bildungsurlaub | compte formation, cpf | 
meeting room: besprechungsraum, besprechungszimmer, konferenzraum | salle de réunion | sala de reuniones
home office days: homeofficetage | jours de télétravail | días de teletrabajo
time sheet: stundenzettel, zeiterfassung | feuille de temps | hoja de horas
notice board: aushang, schwarzes brett | tableau d'affichage | tablón
network: netz, netzwerk, wlan, wifi | réseau, wifi | red, wifi
computer: computer, pc | ordinateurs, pc | ordenadores, computadora
headset: headset, kopfhörer | casque audio | auriculares
software: software, programm, programme | logiciel, logiciels, programme | programa, programas
holiday request: urlaubsantrag | demande de congé | solicitud de vacaciones
replacement: vertretung, ersatz, vertritt | remplacement, remplaçant, remplace | sustitución, sustituto
`;
