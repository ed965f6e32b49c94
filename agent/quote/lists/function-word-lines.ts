/**
 * Words of running text that tell no topic but the kind of a statement, in German, French and Spanish with their English
 * translation. Line format as in `glossary-lines.ts`. Questions keep their own translation of such words.
 */
export const FUNCTION_WORD_LINES = `
the: der, die, das, den, dem, des | le, la, les, l | el, la, los, las, lo
a: ein, eine, einen, einem, einer, eines | un, une | un, una, unos, unas
and: und, sowie | et | y, e
or: oder | ou | o, u
not: nicht | pas, ne | no
no: kein, keine, keinen, keinem, keiner, keinerlei | aucun, aucune | ningún, ninguna
nobody: niemand | personne ne | nadie
never: nie, niemals | jamais | nunca, jamás
without: ohne | sans | sin
is: ist, wird, wurde | est, sera, a été | es, está, se
are: sind, werden, seid, wurden | sont, seront, ont été | son, están
was: war | était | era, fue
were: waren | étaient | eran, fueron
has: hat, habt |  | ha, tiene
have: haben, habe | ont, avons, avez, ai | han, hemos, tienen, tenemos
can: kann, können, könnt, kannst | peut, peuvent, pouvez, pouvons, peux | puede, pueden, podemos, puedes
may: darf, dürfen, dürft, darfst | autorisé à | 
must: muss, müssen, musst, müsst, soll, sollen, sollt, sollst | doit, doivent, devez, devons, dois, il faut | debe, deben, debes, hay que, tiene que, tienen que
should: sollte, sollten | devrait, devraient | debería, deberían
allowed: erlaubt, gestattet, zulässig | autorisé, autorisée, autorisés, permis | permitido, permitida, permitidos, permite
forbidden: verboten, untersagt, unzulässig | interdit, interdite, interdits | prohibido, prohibida
possible: möglich | possible | posible
required: erforderlich, notwendig, nötig, pflicht | obligatoire, nécessaire | obligatorio, obligatoria, necesario
optional: freiwillig | facultatif | opcional
you: du, sie, ihr, dir, dich, euch, ihnen, man | tu, vous, te, on | usted, ustedes, tú
your: dein, deine, deinen, deinem, deiner, deines, euer, eure, euren, ihre, ihren, ihrem, ihrer | votre, vos, ton, ta, tes | su, sus, tu, tus
we: wir | nous | nosotros
us: uns | 
our: unser, unsere, unseren, unserem, unserer | notre, nos | nuestro, nuestra, nuestros, nuestras
I: ich | je, j | yo
he: er | il, elle | él, ella
they: | ils, elles | ellos, ellas
it: es | ce, cela, ça, c | esto, eso
with: mit, samt | avec | con
for: für | pour | para
of: von, vom | de, du, d, des | de, del
to: zu, zum, zur, nach | au, aux | a, al
in: in, im, ins | dans, en | en
at: bei, beim, um, am, an, ans | à, chez | 
on: auf | sur | sobre
from: ab, aus | à partir de, dès | desde, a partir de
by: durch, spätestens, per | par, au plus tard | por, a más tardar
before: vor, vorher, bevor, zuvor | avant, auparavant, à l'avance | antes de, antes
after: nachdem, danach | après | después de, después, tras
until: bis, bis zum, bis zur | jusqu'à, jusqu'au, jusqu | hasta
since: seit | depuis | desde hace
during: während | pendant, durant | durante
between: zwischen | entre | entre
over: über | plus de, au-delà de | más de
under: unter | moins de | menos de
within: innerhalb, binnen | sous, dans un délai de | dentro de, en un plazo de
if: wenn, falls, sofern, sobald | si, lorsque, quand | si, cuando
unless: ausser, es sei denn | sauf si, sauf | salvo
because: weil, da, denn | parce que, car | porque, ya que
so that: damit | afin que, afin de, pour que | para que
due to: wegen, aufgrund | en raison de, à cause de | debido a, por motivos de
that: dass | que, qu | que
which: welche, welcher, welches | qui, lequel, laquelle | cual
only: nur, ausschliesslich, lediglich | seulement, uniquement | solo, sólo, únicamente
also: auch, ebenfalls, zusätzlich | aussi, également | también
always: immer, stets | toujours | siempre
every: jeder, jede, jedes, jeden, jedem | chaque, tous les, toutes les | cada
all: alle, allen, aller, alles | tous, toutes, tout | todos, todas, todo
per: je, pro | par personne et par | por
each: jeweils | chacun, chacune | cada uno
more: mehr | plus | más
less: weniger | moins | menos
at least: mindestens, wenigstens | au moins, au minimum | al menos, como mínimo, por lo menos
at most: höchstens, maximal | au maximum, au plus | como máximo
up to: bis zu | jusqu'à concurrence de | hasta un máximo de
free: kostenlos, kostenfrei, gratis, unentgeltlich | gratuit, gratuite, gratuits, gratuitement | gratis, gratuito, gratuita
half: halb, halbe, halben, halber | demi, demie, moitié | medio, media, mitad
once: einmal | une fois | una vez
twice: zweimal | deux fois | dos veces
daily: täglich | quotidien, chaque jour | diario, diariamente
weekly: wöchentlich | hebdomadaire | semanal
monthly: monatlich | mensuel, mensuellement | mensual, mensualmente
yearly: jährlich | annuel, annuelle | anual, anualmente
immediately: sofort, unverzüglich, umgehend | immédiatement, sans délai | inmediatamente, de inmediato
today: heute | aujourd'hui | hoy
tomorrow: | demain | mañana
noon: mittag, mittags | midi | mediodía
midnight: mitternacht | minuit | medianoche
one: eins | | uno
two: zwei, beide, beiden | deux | dos
three: drei | trois | tres
four: vier | quatre | cuatro
five: fünf | cinq | cinco
six: sechs | six | seis
seven: sieben | sept | siete
eight: acht | huit | ocho
nine: neun | neuf | nueve
ten: zehn | dix | diez
eleven: elf | onze | once
twelve: zwölf | douze | doce
fourteen: vierzehn | quatorze | catorce
fifteen: fünfzehn | quinze | quince
twenty: zwanzig | vingt | veinte
thirty: dreissig | trente | treinta
first: erste, ersten, erster, erstes | premier, première, premiers | primer, primero, primera
second: zweite, zweiten, zweiter, zweites | deuxième, second | segundo, segunda
third: dritte, dritten, dritter, drittes | troisième | tercer, tercero, tercera
fourth: vierte, vierten | quatrième | cuarto, cuarta
last: letzte, letzten, letzter, letztes | dernier, dernière | último, última
monday: montag, montags | lundi, lundis | lunes
tuesday: dienstag, dienstags | mardi, mardis | martes
wednesday: mittwoch, mittwochs | mercredi, mercredis | miércoles
thursday: donnerstag, donnerstags | jeudi, jeudis | jueves
friday: freitag, freitags | vendredi, vendredis | viernes
saturday: samstag, samstags, sonnabend | samedi, samedis | sábado, sábados
sunday: sonntag, sonntags | dimanche, dimanches | domingo, domingos
weekday: werktag, werktags, werktagen, wochentag | jour ouvrable, jours ouvrables | día laborable, días laborables
january: januar, jänner | janvier | enero
february: februar | février | febrero
march: märz | mars | marzo
april: april | avril | abril
may: mai | mai | mayo
june: juni | juin | junio
july: juli | juillet | julio
august: august | août | agosto
september: september | septembre | septiembre
october: oktober | octobre | octubre
november: november | novembre | noviembre
december: dezember | décembre | diciembre
euros: euro | euro, euros | euro, euros
percent: prozent | pour cent, pourcent | por ciento
quarter: quartal | trimestre | trimestre
call: anrufen, rufe, ruf, rufen, ruft, angerufen | appelez, appeler, téléphonez | llame, llamar, llama
report: melde, meldet, gemeldet | signalez, prévenez | avise, comunique
send: schicke, schick, sende, schickt | envoyez, envoyer | envíe, envía, enviar
fill: ausfüllen, fülle, füllt, ausgefüllt | remplissez, remplir | rellene, rellenar
ask: frag, frage, fragen, fragt | demandez, adressez | pregunte, preguntar
use: nutze, nutzt, verwende, verwendet | utilisez | use, utilice
book: buche, buchst, bucht | réservez | reserve, reserva
request: beantrage, beantragst, beantragen | demandez | solicite
open: öffne, öffnen | ouvrez | abra
click: klicke, klicken, klick | cliquez | haga clic
enter: eintragen, trage, einträgst, trägst | inscrivez, saisissez | introduzca
sign: unterschreibe, unterschreibst | signez | firme
take: nimm, nehmen, hol, hole, holen | prenez | tome
give: gib, geben, gebt | donnez | entregue
submit: reiche, reichst, reicht, gebe | remettez, déposez, transmettez | presente
bring: bringe, bring, bringen, bringt | apportez | traiga
check: prüfe, prüfen, prüft | vérifiez | compruebe
contact: wende, wenden, kontaktiere | contactez | contacte, diríjase
`;
