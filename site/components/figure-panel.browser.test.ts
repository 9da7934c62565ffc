import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type OpenSite, openSite } from '../testing/browser.ts'

describe('the panel of a verified number', () => {
  let site: OpenSite

  beforeAll(async () => {
    site = await openSite(inject('builtSite'))
  })
  afterAll(async () => {
    await site?.close()
  })

  it('should say on focus what the number is and which rows are behind it, and close with Escape', async () => {
    const page = await site.browser.newPage({ viewport: { width: 375, height: 700 } })
    await page.goto(`${site.origin}/posts/judging-a-moving-target/`)
    const number = page.locator('a.num[data-figure="controls.correct"]').first()
    await number.focus()
    const panel = page.getByRole('tooltip')
    await panel.waitFor()
    expect(await panel.textContent()).toMatch(/control calls that gave the known answer\s*53\s*judgements\.tsv lines/)
    expect(await number.getAttribute('aria-describedby')).toBe('figure-panel')
    const box = await panel.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 375).toBe(true)
    await page.keyboard.press('Escape')
    expect(await panel.count()).toBe(0)
    await page.close()
  })

  it('should follow the number to its row of the page of figures where there is no JavaScript', async () => {
    const context = await site.browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${site.origin}/posts/judging-a-moving-target/`)
    await page.locator('a.num[data-figure="open.grounded"]').first().click()
    expect(page.url()).toBe(`${site.origin}/figures/#open.grounded`)
    expect(await page.locator('tr:target').getAttribute('id')).toBe('open.grounded')
    await context.close()
  })
})
