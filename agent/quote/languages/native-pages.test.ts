import { describe, expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

// Pages in another language than English, asked in that language.

describe('German pages', () => {
  const ask = quotingFrom({
    'urlaub.md': `# Urlaub und Abwesenheit

## Urlaubstage

Alle Mitarbeitenden haben 30 Urlaubstage im Jahr. Resturlaub verfällt am 31. März des Folgejahres.

## Urlaub beantragen

Den Urlaub beantragst du im Personalportal, mindestens zwei Wochen vorher. Deine Teamleitung genehmigt ihn.

## Krankmeldung

Melde dich bis 9 Uhr telefonisch bei deiner Teamleitung krank. Ab dem dritten Tag brauchst du eine Bescheinigung vom Arzt.
`,
    'reisen.md': `# Reisekosten

Für Fahrten mit dem eigenen Auto erstatten wir 0,30 Euro je Kilometer.

| Stadt | Hotel je Nacht | Verpflegung am Tag |
| --- | --- | --- |
| Berlin | 120 Euro | 28 Euro |
| München | 150 Euro | 28 Euro |
| Zürich | 220 CHF | 64 CHF |
`,
    'buero.md': `# Büro

Das Büro ist montags bis freitags von 7 bis 20 Uhr geöffnet. Kostenlose Parkplätze gibt es in der Tiefgarage. Im Gebäude darf nicht geraucht werden.
`,
  });

  it.each([
    ['Wie viele Urlaubstage habe ich?', '30 Urlaubstage'],
    ['wie viele urlabstage habe ich', '30 Urlaubstage'],
    ['wer genehmigt meinen urlaub?', 'Teamleitung genehmigt'],
    ['Wie beantrage ich Urlaub?', 'im Personalportal'],
    ['ich bin krank, was muss ich tun?', 'bis 9 Uhr telefonisch'],
    ['Was darf ein Hotel in Zürich kosten?', '220 CHF'],
    ['wo kann ich parken', 'Tiefgarage'],
    ['darf man im büro rauchen', 'nicht geraucht'],
    ['wann macht das büro auf', 'von 7 bis 20 Uhr'],
  ])('answer %j', async (question, part) => {
    const { verdict, text } = await ask(question);
    expect(verdict).toBe('answered');
    expect(text).toContain(part);
  });

  it('are shown as they are written, tables too', async () => {
    const { text, shortAnswer } = await ask('Was darf ein Hotel in Zürich kosten?');
    expect(text).toContain('**Zürich** · Hotel je Nacht: **220 CHF** · Verpflegung am Tag: 64 CHF');
    expect(shortAnswer).toBe('220 CHF');
  });

  it.each(['hotel zürich?', 'verpflegung münchen?'])(
    'answer %j in German, whose words tell no language',
    async (question) => {
      const { verdict, text } = await ask(question);
      expect(verdict).toBe('answered');
      expect(text).toContain('Aus der Tabelle');
    },
  );

  it.each([
    ['who approves my holiday?', 'Teamleitung genehmigt'],
    ['how much may a hotel in Zürich cost?', '220 CHF'],
    ['when is the office open', 'von 7 bis 20 Uhr'],
  ])('answer %j, asked in English, with the quote as it stands', async (question, part) => {
    const { verdict, text } = await ask(question);
    expect(verdict).toBe('answered');
    expect(text).toContain(part);
    expect(text).not.toContain('Aus der');
  });

  it('answer an English question of which they say nothing with links to what comes closest', async () => {
    const { verdict, nearest = [] } = await ask('does the office have a gym?');
    expect(verdict).toBe('unknown');
    expect(nearest.length).toBeGreaterThan(0);
  });

  it.each([
    'wie hoch ist das gehalt',
    'gibt es ein jobticket?',
    'wann ist die weihnachtsfeier',
    'wer ist der geschäftsführer',
  ])('answer nothing of which they do not speak: %s', async (question) =>
    expect((await ask(question)).verdict).toBe('unknown'),
  );
});

describe('French and Spanish pages', () => {
  const ask = quotingFrom({
    'conges.md': `# Congés

Chaque salarié dispose de 25 jours de congés par an. La demande se fait auprès de Claire Martin, deux semaines avant le départ.

Les frais de déplacement sont remboursés sur justificatif, dans la limite de 120 euros par nuit d'hôtel.
`,
    'oficina.md': `# La oficina

La oficina abre de lunes a viernes a las 8:00. Las visitas se registran en la recepción con el formulario azul.

Los perros están permitidos los viernes. El contacto para las impresoras es Ana García.
`,
  });

  it.each([
    ["combien de jours de congés j'ai ?", '25 jours'],
    ["quel est le plafond pour l'hôtel", '120 euros'],
    ['¿A qué hora abre la oficina?', '8:00'],
    ['puedo traer mi perro a la oficina?', 'permitidos los viernes'],
  ])('answer %j', async (question, part) => {
    const { verdict, text } = await ask(question);
    expect(verdict).toBe('answered');
    expect(text).toContain(part);
  });
});
