import { type ShapeFile, shapeFacts } from '@octavo/core/chart'
import topology from 'world-atlas/countries-50m.json?raw'

export const shapes: ShapeFile = { topology, ...shapeFacts.country }
