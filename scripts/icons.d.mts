/** The generated files of icons: where each is, and what it should hold. */
export const files: { path: string; text: () => string }[]
