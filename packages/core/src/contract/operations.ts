import { authOperations } from './auth.ts'
import type { OperationDefinition } from './define.ts'
import { healthOperations } from './health.ts'
import { sessionOperations } from './session.ts'
import { whoamiOperations } from './whoami.ts'

/** The whole contract. A new resource file adds its list here; the server refuses to start with an operation it does not serve. */
export const operations: readonly OperationDefinition[] = [
  ...authOperations,
  ...sessionOperations,
  ...whoamiOperations,
  ...healthOperations,
]
