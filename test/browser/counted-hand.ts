import type { Locator, Page } from 'playwright-core'

/** Counts clicks and keys outside of typed text, for the limits of the scenarios. */
export function countedHand(page: Page) {
  let presses = 0
  return {
    presses: () => presses,
    async click(locator: Locator, options: Parameters<Locator['click']>[0] = {}) {
      presses += 1
      await locator.click(options)
    },
    /** A double-click counts as one action. */
    async doubleClick(locator: Locator) {
      presses += 1
      await locator.dblclick()
    },
    /** A drag counts as one action. */
    async drag(from: Locator, to: Locator) {
      presses += 1
      await from.dragTo(to)
    },
    /** Dropping a file from the disk counts as one action. */
    async dropFile(to: Locator, name: string, text: string) {
      presses += 1
      const files = await page.evaluateHandle(
        ([fileName, content]) => {
          const transfer = new DataTransfer()
          transfer.items.add(new File([content], fileName, { type: 'text/csv' }))
          return transfer
        },
        [name, text] as const,
      )
      for (const type of ['dragenter', 'dragover', 'drop']) await to.dispatchEvent(type, { dataTransfer: files })
    },
    async press(...keys: string[]) {
      for (const key of keys) {
        presses += 1
        await page.keyboard.press(key)
      }
    },
    /** Text is not counted. */
    type: (text: string) => page.keyboard.type(text),
  }
}

export type CountedHand = ReturnType<typeof countedHand>
