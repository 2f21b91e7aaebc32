import type { FunctionDefinition } from './define.ts'

export const variantFunctions: readonly FunctionDefinition[] = []
