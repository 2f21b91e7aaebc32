/** Whether a text has letters of a script that is written from right to left: Hebrew, Arabic and their relatives. */
export const hasTextFromRight = (text: string): boolean => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text)

/**
 * The text between marks that give it the direction of its first letter, where no element can say so: labels that are drawn. Other texts are
 * unchanged.
 */
export const isolated = (text: string): string => (hasTextFromRight(text) ? `\u2068${text}\u2069` : text)
