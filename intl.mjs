import { chromium } from 'playwright'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] })
for (const order of [0,1,0,1]) {
const page = await (await browser.newContext()).newPage(); await page.goto('http://localhost:4655/theme.js')
console.log(await page.evaluate((o) => { const t=(f)=>{const b=performance.now(); f(); return +(performance.now()-b).toFixed(2)}; const tl=()=>t(()=>(12345).toLocaleString('en')); const nf=(m)=>t(()=>new Intl.NumberFormat('en',{minimumFractionDigits:2,maximumFractionDigits:m})); const dt=()=>t(()=>new Intl.DateTimeFormat().resolvedOptions().timeZone); const df=()=>t(()=>new Intl.DateTimeFormat('en-GB',{weekday:'long',month:'long',hour:'2-digit',timeZone:'UTC'}).formatToParts(new Date())); const col=()=>t(()=>new Intl.Collator('en',{numeric:true,sensitivity:'base'})); return o? ['tl',tl(),'tl',tl(),'nf2',nf(2),'nf4',nf(4),'dt',dt(),'df',df(), 'col', col(), col()].join(' ') : ['col', col(), 'nf2',nf(2),'nf4',nf(4),'tl',tl(),'dt',dt(),'df',df(),df()].join(' ') }, order))
await page.context().close() }
await browser.close()
