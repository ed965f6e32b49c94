/** Signs by their names in roff (`\(em`, `\[bu]`), in pairs of name and sign. Accented letters are composed (`accented`). */
const SIGNS = `
em — en – hy - bu • sq □ lq “ rq ” oq ‘ cq ’ aq ' dq " Bq „ bq ‚ Fo « Fc » fo ‹ fc › ga \` aa ´ ha ^ a^ ^ ti ~ a~ ~ rs \\ sl / ba | bv │
br │ or | bb ¦ sh # Do $ at @ ul _ rn ‾ ru _ lB [ rB ] lC { rC } la ⟨ ra ⟩ co © rg ® tm ™ dg † dd ‡ sc § ps ¶ de ° fm ′ sd ″ mc µ
ct ¢ Po £ Ye ¥ eu € Eu € Cs ¤ Of ª Om º r! ¡ r? ¿ 12 ½ 14 ¼ 34 ¾ S1 ¹ S2 ² S3 ³ pl + mi − eq = mu × di ÷ +- ± tmu × tdi ÷ f/ ⁄ ** ∗
<= ≤ >= ≥ << ≪ >> ≫ != ≠ == ≡ =~ ≅ ap ∼ ~~ ≈ ~= ≈ pt ∝ if ∞ pd ∂ gr ∇ sr √ is ∫ su ∑ product ∏ no ¬ tno ¬ OR ∨ AN ∧ te ∃ fa ∀ st ∋
mo ∈ nm ∉ sb ⊂ sp ⊃ ib ⊆ ip ⊇ ca ∩ cu ∪ es ∅ c* ⊗ c+ ⊕ -> → <- ← <> ↔ ua ↑ da ↓ va ↕ rA ⇒ lA ⇐ hA ⇔ uA ⇑ dA ⇓ tf ∴ 3d ∴ Im ℑ Re ℜ wp ℘
Ah ℵ hbar ℏ -h ℏ lc ⌈ rc ⌉ lf ⌊ rf ⌋ ss ß ae æ AE Æ oe œ OE Œ /o ø /O Ø oa å oA Å -D Đ Sd ð TP Þ Tp þ .i ı .j ȷ /l ł /L Ł ff ff fi fi fl fl Fi ffi
Fl ffl ij ĳ IJ Ĳ lz ◊ ci ○ SP ♠ CL ♣ HE ♥ DI ♦ OK ✓ CR ↵ lh ☜ rh ☞ sqrt √ integral ∫ sum ∑ bullet • lt < gt > braceex │ *a α *b β *g γ *d δ
*e ε *z ζ *y η *h θ *i ι *k κ *l λ *m μ *n ν *c ξ *o ο *p π *r ρ *s σ ts ς *t τ *u υ *f φ *x χ *q ψ *w ω +f ϕ +h ϑ +p ϖ *A Α *B Β *G Γ *D Δ *E Ε
*Z Ζ *Y Η *H Θ *I Ι *K Κ *L Λ *M Μ *N Ν *C Ξ *O Ο *P Π *R Ρ *S Σ *T Τ *U Υ *F Φ *X Χ *Q Ψ *W Ω`;

const GLYPHS: ReadonlyMap<string, string> = new Map(
  Array.from(SIGNS.matchAll(/(\S+) (\S+)/g), ([, name = '', sign = '']) => [name, sign] as const),
);

/** Combining marks by the sign that names them: `\(:a` is "ä". */
const MARKS: Readonly<Record<string, string>> = {
  ':': '\u0308',
  "'": '\u0301',
  '`': '\u0300',
  '^': '\u0302',
  '~': '\u0303',
  ',': '\u0327',
  v: '\u030c',
  o: '\u030a',
};

/** The sign that roff calls by a name; empty for a name that is not known. */
export const glyphOf = (name: string): string => {
  const known = GLYPHS.get(name);
  if (known !== undefined) return known;
  const codes = /^u([0-9A-Fa-f]{4,6}(?:_[0-9A-Fa-f]{4,6}){0,3})$/.exec(name)?.[1];
  if (codes !== undefined)
    return codes
      .split('_')
      .map((code) => characterOf(Number.parseInt(code, 16)))
      .join('');
  const decimal = /^char(\d{1,3})$/.exec(name)?.[1];
  if (decimal !== undefined) return characterOf(Number(decimal));
  const mark = MARKS[name.charAt(0)];
  return mark !== undefined && /^.[A-Za-z]$/.test(name) ? `${name.charAt(1)}${mark}`.normalize('NFC') : '';
};

/** A character by its number; empty for one that Unicode does not have. */
export const characterOf = (code: number): string =>
  code > 0x1f && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';
