// Opens the sample workbook, its editor and a new workbook, for the pictures of `npm run screens`.

export async function openSample(page, address) {
  await page.goto(address)
  const link = page.getByRole('main').getByRole('link', { name: 'Retail overview' }).first()
  await page.goto(new URL(await link.getAttribute('href'), address).href)
  await page.getByRole('heading', { name: 'Retail overview', level: 1 }).waitFor()
}

export async function openEditor(page, address) {
  await openSample(page, address)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Publish' }).first().waitFor()
}

/** A newly created workbook, with the search for its first source. */
export async function openNew(page, address) {
  await page.goto(address)
  await page.getByRole('button', { name: 'New workbook' }).click()
  await page.getByRole('list', { name: 'Sources' }).waitFor()
}
