export { type Clock, systemClock } from './clock.ts'
export { StartupError } from './startup-error.ts'
