import type { FunctionDefinition } from './define.ts'

export const textFunctions: readonly FunctionDefinition[] = []
