import topology from 'us-atlas/states-albers-10m.json?raw'
import type { ShapeFile } from './load-shapes.ts'

export const shapes: ShapeFile = { topology, object: 'states', isProjected: true }
