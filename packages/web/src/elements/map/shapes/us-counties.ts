import { type ShapeFile, shapeFacts } from '@octavo/core/chart'
import topology from 'us-atlas/counties-albers-10m.json?raw'

export const shapes: ShapeFile = { topology, ...shapeFacts['us-county'] }
