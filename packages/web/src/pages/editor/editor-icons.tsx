export { Reset as Redo, Reset as Undo } from '../../ui/index.ts'
