import type { Locator, Page } from 'playwright-core'

/** Presses of the pointer and of keys outside typed text, as the limits of the scenarios count them. */
export function countedHand(page: Page) {
  let presses = 0
  return {
    presses: () => presses,
    async click(locator: Locator, options: Parameters<Locator['click']>[0] = {}) {
      presses += 1
      await locator.click(options)
    },
    /** A double-click counts as one press. */
    async doubleClick(locator: Locator) {
      presses += 1
      await locator.dblclick()
    },
    /** A drag counts as one press. */
    async drag(from: Locator, to: Locator) {
      presses += 1
      await from.dragTo(to)
    },
    /** A file that is dragged from the disk counts as one press. */
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
