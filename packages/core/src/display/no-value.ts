/** The text for a null value, on the screen and in reports; the word "null" is only for authors. */
export const noValue = '–'
