/** The generated files of icons: the path of each, and the text that it should contain. */
export const files: { path: string; text: () => string }[]
