import topology from 'world-atlas/countries-50m.json?raw'
import type { ShapeFile } from './load-shapes.ts'

/** Antarctica takes a quarter of the map, and hardly any data is of there. */
export const shapes: ShapeFile = { topology, object: 'countries', without: ['Antarctica'] }
