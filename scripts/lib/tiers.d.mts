export const projectsLeftForCi: Readonly<Record<string, readonly string[]>>
export const isEmbeddedOnly: boolean
