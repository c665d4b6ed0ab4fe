import { chromium } from 'playwright'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] })
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
for (const s of ['?labels=tier%3Dgold:1','?type=Service']) {
await page.goto('http://localhost:4711/topology'+s); await page.waitForTimeout(2500)
console.log(await page.evaluate(() => { const r=[...document.querySelectorAll('[role=row][data-row]')]; return [r.length, r.filter(x=>x.getBoundingClientRect().top<innerHeight).length, r.map(x=>x.querySelectorAll('*').length).join(' '), document.querySelectorAll('*').length, r[0].outerHTML.length] }))
if (s.includes('tier')) { console.log(await page.evaluate(()=>document.querySelector('[role=row][data-row]').outerHTML)); await page.screenshot({path:'/tmp/tb/a.png'}) }
}
await browser.close()
