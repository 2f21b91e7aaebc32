/** Where the inspector is: beside the canvas, over it in windows below 1,280 px (`useInspectorOverCanvas`). */
export const inspectorPlace =
  'flex w-75 shrink-0 flex-col overflow-hidden border-l border-line bg-surface max-xl:absolute max-xl:inset-y-0 max-xl:right-0 max-xl:z-20 max-xl:shadow-raised'
