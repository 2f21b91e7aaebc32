/** Function names of other tools, and their replacements here. */
const REPLACEMENTS: readonly (readonly [names: readonly string[], use: string])[] = [
  [['Percentile', 'PercentileInc', 'PercentileExc'], 'PercentileCont or PercentileDisc'],
  [['BinCount'], 'BinFixed'],
  [['Length'], 'Len'],
  [['Case', 'CaseWhen'], 'If or Switch'],
  [['IIF', 'IfElse'], 'If'],
  [['RunningSum', 'RunningTotal'], 'CumulativeSum'],
  [['RunningAvg'], 'CumulativeAvg'],
  [['RunningCount'], 'CumulativeCount'],
  [['ContainsIgnoreCase'], 'ILike, or Contains(Lower(x), Lower(y))'],
  [
    ['SumOver', 'AvgOver', 'MinOver', 'MaxOver', 'CountOver', 'CountDistinctOver', 'RankOver'],
    'a grouping, Subtotal, GrandTotal or a window function',
  ],
  [['IsIn'], 'In'],
  [['ToText', 'ToString', 'Str'], 'Text'],
  [['ToNumber', 'Value', 'Int64'], 'Number'],
  [['ToDate'], 'Date or DateParse'],
  [['CountD', 'DistinctCount'], 'CountDistinct'],
  [['IfNull', 'Nvl'], 'Coalesce'],
  [['StdDevPop', 'StdevP'], 'Sqrt(VariancePop(x))'],
  [['VarianceP', 'VarP'], 'VariancePop'],
  [['Average', 'AverageIf'], 'Avg, AvgIf'],
  [['Substr'], 'Mid or Substring'],
  [['Week', 'WeekNum'], 'DatePart("week", x)'],
  [['DayOfWeek'], 'Weekday'],
  [['Metric'], '[Metrics/Name]'],
]

const byName = new Map(REPLACEMENTS.flatMap(([names, use]) => names.map((name) => [name.toLowerCase(), use] as const)))

export function replacementOf(name: string): string | null {
  return byName.get(name.toLowerCase()) ?? null
}
