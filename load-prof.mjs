import { chromium } from 'playwright'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] })
for (let i=0;i<7;i++){
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
await page.addInitScript(() => { const look=()=>{ if(document.querySelector('[role=row][data-row]')) { requestAnimationFrame(()=>setTimeout(()=>{globalThis.done=performance.now()})); globalThis.there=performance.now() } else requestAnimationFrame(look)}; requestAnimationFrame(look); globalThis.lt=[]; new PerformanceObserver(l=>{for(const e of l.getEntries()) lt.push(Math.round(e.startTime)+'+'+Math.round(e.duration))}).observe({type:'longtask',buffered:true}) })
await page.goto('http://localhost:4655'+process.argv[2]); await page.waitForFunction(()=>globalThis.done); await page.waitForTimeout(300)
if(i>1) console.log(await page.evaluate(() => { const n=performance.getEntriesByType('navigation')[0]; const r=performance.getEntriesByType('resource').filter(e=>e.startTime<done).map(e=>[e.name.replace(/.*4655/,'').slice(0,50),Math.round(e.startTime),Math.round(e.responseStart),Math.round(e.responseEnd), Math.round(e.encodedBodySize/1000)].join(' ')); return JSON.stringify({html:[n.responseStart,n.responseEnd].map(Math.round),fcp:Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime),there:Math.round(there),done:Math.round(done),lt:lt.join(' '), ...( globalThis.x ?? {})})+ (globalThis.y?'':'\n  '+r.join('\n  ')) }).then(t=>i===2?t:t.split('\n')[0]))
await page.context().close() }
await browser.close()
