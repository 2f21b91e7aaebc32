export {
  type Alignment,
  type Axis,
  alignNodes,
  distributeNodes,
  groupColumns,
  groupNodes,
  moveBy,
  resizeBy,
  sameSize,
  setGridColumns,
  shiftBelow,
  standingTogether,
  swapNodes,
  trimSpace,
  ungroupNodes,
} from './arrange-nodes.ts'
export { usualSize } from './element-sizes.ts'
export { freePlace, inOtherGrid, placeBeside } from './free-place.ts'
export {
  type FoundGrid,
  findGrid,
  findNode,
  type GridAddress,
  gridsOf,
  growContainers,
  rowsInside,
  sameGrid,
} from './grids.ts'
export { type Move, placeNodes } from './place-nodes.ts'
export { boundsOf, heightOf, inReadingOrder, insideColumns, overlaps, type Rect, rectOf, widthOf } from './rects.ts'
export { settle } from './settle.ts'
export { type Resized, resizeNode } from './shared-edges.ts'
