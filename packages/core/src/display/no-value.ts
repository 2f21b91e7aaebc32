/** What readers see of a value that is null, on the screen and in reports; "null" is a word for those who build. */
export const noValue = '–'
