import type { RefMark } from './chart-element.ts'
import { plainText } from './rich-text.ts'
import type { ChartTheme } from './theme.ts'

/** Lines and bands at fixed values, as marks of the first series of their axis. */
export function refMarkOptions(marks: readonly RefMark[], isHorizontal: boolean, theme: ChartTheme) {
  const lines = marks.filter((mark) => mark.to === undefined)
  const bands = marks.filter((mark) => mark.to !== undefined)
  const key = (mark: RefMark) => ((mark.axis === 'x') === isHorizontal ? 'yAxis' : 'xAxis')
  return {
    ...(lines.length === 0
      ? {}
      : {
          markLine: {
            symbol: 'none',
            silent: true,
            animation: false,
            data: lines.map((mark) => ({
              [key(mark)]: mark.value,
              lineStyle: {
                color: mark.color ?? theme.mutedText,
                width: mark.width,
                type: mark.dash,
              },
              label: {
                show: mark.label !== undefined,
                formatter: plainText(mark.label ?? ''),
                position: 'insideEndTop',
                color: theme.mutedText,
                backgroundColor: theme.surface,
                padding: [1, 4],
                fontSize: 11,
              },
            })),
          },
        }),
    ...(bands.length === 0
      ? {}
      : {
          markArea: {
            silent: true,
            animation: false,
            data: bands.map((mark) => [
              {
                [key(mark)]: mark.value,
                itemStyle: { color: mark.color ?? theme.mutedText, opacity: 0.12 },
                label: {
                  show: mark.label !== undefined,
                  formatter: plainText(mark.label ?? ''),
                  color: theme.mutedText,
                  fontSize: 11,
                },
              },
              { [key(mark)]: mark.to },
            ]),
          },
        }),
  }
}
