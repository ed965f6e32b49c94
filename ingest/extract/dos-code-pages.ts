/** The letters and signs of the upper half of DOS's code pages, which `TextDecoder` does not know, in the order of their bytes. */
const UPPER_HALVES = {
  /** The letters of the first PCs, which names in a zip are in where nothing says otherwise. */
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  /** Western Europe. */
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  /** Central Europe. */
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
} as const;

export type DosCodePage = keyof typeof UPPER_HALVES;

const DECODER = new TextDecoder('utf-16le', { ignoreBOM: true });

/** Decodes text in a code page of DOS. */
export const decodeDos = (bytes: Uint8Array, page: DosCodePage): string => {
  const codes = Array.from(UPPER_HALVES[page], (letter) => letter.charCodeAt(0));
  return DECODER.decode(Uint16Array.from(bytes, (byte) => (byte < 0x80 ? byte : (codes[byte - 0x80] ?? 0xfffd))));
};
