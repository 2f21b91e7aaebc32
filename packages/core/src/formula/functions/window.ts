import type { FunctionDefinition } from './define.ts'

export const windowFunctions: readonly FunctionDefinition[] = []
