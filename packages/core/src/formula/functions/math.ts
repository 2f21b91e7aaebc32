import type { FunctionDefinition } from './define.ts'

export const mathFunctions: readonly FunctionDefinition[] = []
