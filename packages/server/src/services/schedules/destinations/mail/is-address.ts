/** One address of mail. */
export const isAddress = (text: string): boolean => /^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(text) && text.length <= 320
