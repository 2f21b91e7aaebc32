import type { FunctionDefinition } from './define.ts'

export const dateFunctions: readonly FunctionDefinition[] = []
