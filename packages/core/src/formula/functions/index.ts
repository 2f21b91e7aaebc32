import { aggregateFunctions } from './aggregate.ts'
import { arrayFunctions } from './array.ts'
import { arrayAggregates } from './array-aggregate.ts'
import { arrayMakers } from './array-make.ts'
import { dateFunctions } from './date.ts'
import { dateFormatFunctions } from './date-format.ts'
import { dateRangeFunctions } from './date-range.ts'
import { createFunctionRegistry, type FunctionRegistry } from './define.ts'
import { financialFunctions } from './financial.ts'
import { geographyFunctions } from './geography.ts'
import { listAggregates } from './list-aggregate.ts'
import { logicalFunctions } from './logical.ts'
import { mathFunctions } from './math.ts'
import { operators } from './operators.ts'
import { passthroughFunctions } from './passthrough.ts'
import { patternFunctions } from './pattern.ts'
import { plannedFunctions } from './planned.ts'
import { powerFunctions } from './powers.ts'
import { roundingFunctions } from './rounding.ts'
import { sparklineAgg } from './sparkline.ts'
import { statisticFunctions } from './statistics.ts'
import { systemFunctions } from './system.ts'
import { textFunctions } from './text.ts'
import { textBuilders } from './text-build.ts'
import { typeFunctions } from './type.ts'
import { dateConversions } from './type-date.ts'
import { numberConversions } from './type-number.ts'
import { variantFunctions } from './variant.ts'
import { windowFunctions } from './window.ts'

/** Every function and operator of the language. */
export const functions: FunctionRegistry = createFunctionRegistry([
  ...operators,
  ...logicalFunctions,
  ...mathFunctions,
  ...powerFunctions,
  ...roundingFunctions,
  ...textFunctions,
  ...textBuilders,
  ...patternFunctions,
  ...dateFunctions,
  ...dateRangeFunctions,
  ...dateFormatFunctions,
  ...typeFunctions,
  ...numberConversions,
  ...dateConversions,
  ...variantFunctions,
  ...arrayFunctions,
  ...arrayMakers,
  ...arrayAggregates,
  sparklineAgg,
  ...financialFunctions,
  ...geographyFunctions,
  ...aggregateFunctions,
  ...statisticFunctions,
  ...listAggregates,
  ...windowFunctions,
  ...plannedFunctions,
  ...systemFunctions,
  ...passthroughFunctions,
])
