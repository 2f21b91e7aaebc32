export { type Clock, isOver, systemClock } from './clock.ts'
export { type Config, ConfigError, configurationTable, loadConfig } from './load-config.ts'
export { Secret } from './secret.ts'
export { StartupError } from './startup-error.ts'
