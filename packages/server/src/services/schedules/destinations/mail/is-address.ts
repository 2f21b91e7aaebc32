/** Whether the text is a single mail address. */
export const isAddress = (text: string): boolean => /^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(text) && text.length <= 320
