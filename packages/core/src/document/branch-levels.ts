/** How deep an if of an action may be inside another. */
export const branchLevels = 5
