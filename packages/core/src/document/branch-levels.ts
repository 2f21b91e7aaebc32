/** Maximum nesting depth of `if-else` effects. */
export const branchLevels = 5
