import type { FunctionDefinition } from './define.ts'

export const typeFunctions: readonly FunctionDefinition[] = []
