export const wholeProjects: Readonly<Record<string, readonly string[]>>
export const isEmbeddedOnly: boolean
