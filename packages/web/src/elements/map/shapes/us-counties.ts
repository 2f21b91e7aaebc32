import topology from 'us-atlas/counties-albers-10m.json?raw'
import type { ShapeFile } from './load-shapes.ts'

export const shapes: ShapeFile = { topology, object: 'counties', isProjected: true }
