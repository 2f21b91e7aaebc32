/** Types of setup.mjs for the tests that use it. */
export const root: string
export function ensureInstalled(mode: 'run' | 'full'): void
export function nodeBinary(): string
export function toolEnvironment(extra?: Record<string, string>): NodeJS.ProcessEnv
export function runTool(tool: string, args: string[], extra?: Record<string, unknown>): number
export function ensureWebBuilt(): void
export function ensureServerBuilt(): void
export const program: string
export const programSource: string
export const serverFlags: string[]
export function become(script: string, args: string[], extra?: Record<string, string>): void
