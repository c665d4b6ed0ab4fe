/**
 * Words that guessers try first, in lower case and without the digits and signs that people append.
 * Some are shorter than a password may be, because people append to them: `summer2026!`.
 */
const words = `
abc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcdefghij abcdefghijk access account admin administrator adminadmin
adobe airplane akatsuki alabama alejandra alejandro alessandro alex alexander alexandra alexandria alexis amanda amateur
america american anakin andrea andrew angel angelica angelina angels animal anonymous anthony anything apollo apple
apples april aprilapril arsenal asdasd asdasdasd asdf asdfasdf asdfgh asdfghj asdfghjk asdfghjkl asdfjkl ashley asshole
august austin autumn azerty azertyuiop babygirl bailey banana bananas barcelona baseball basketball batman beautiful
benjamin berlin bernardo bigdaddy bismillah blackberry blahblah blessed blink bonjour booboo booger boomer boston bradley
brandon brasil brazil brooklyn buster butterfly calvin cameron canada caroline carlos cassie celtic chance changeit
changeme charlie charlotte cheese chelsea chester chicago chicken chocolate chris christian christina christine
christmas christopher chucknorris cisco cloud cocacola coffee colorado company computer console consumer cookie cookies
cooper corvette counterstrike cowboy cowboys creative crystal daniel daniela danielle darkness database daughter december
deepakdeepak default demo devops diablo diamond diamonds dietcoke discovery disney docker dolphin dolphins dragon
dragonball dreams eagles einstein elephant elizabeth email emmanuel emergency eminem enter estrella everton facebook
falcon family fantasy february felicity ferrari fireball fireman flower flowers football forever france francesco
francisco freedom friday friend friends fuckyou fuckyoufuckyou gabriel gabriela galaxy gandalf garfield george georgia
germany ginger giovanni godzilla goldfish goodluck google grafana grandma green greenday guest guitar gundam hannah
happiness happy hardcore harley harrypotter heather hello hellohello hellokitty helloworld help hockey holiday hollywood
hottie hunter iceman iloveme iloveyou iloveyouiloveyou immortal india indonesia infinity insecure internet inuyasha
ironman italia iverson jackson jasmine january jason jehovah jennifer jeremiah jeremy jessica jesus jesuschrist johnson
jonathan jordan joseph joshua juventus july june jupiter justin karate katherine katie killer kimberly kingkong kitten
kittycat knight kubernetes lakers lauren lebron legend letmein letmeinletmein leonardo lifehack linkinpark linux
liverpool login logitech london lorenzo lovelove lovely loveme lovers loveyou lucky maggie magic manager manchester
manutd march margaret maria mariana marina marketing marlboro marseille martin master mastermaster matrix matthew
maverick maxwell mercedes metallica mexico michael michelle mickey microsoft midnight minecraft missioncontrol
mississippi mohammed monday monitor monitoring monkey monster montana monkeymonkey morgan motorola mountain mozart
muhammad murphy music mustang mypassword mysecret naruto nascar natalie natasha nathan network newpassword newyork
nicholas nicole nintendo nirvana nissan nokia nothing november observability october oliver ondemand online operations
operator orange overwatch p@ssw0rd p@ssword pa55word pa55w0rd packers paradise paris party pass passion passpass passw0rd
password passwordpassword passwort patricia patrick peaches peanut penguin pepper peterpan phoenix pineapple pizza
platinum playboy playstation please pokemon police popcorn porsche portugal postgres power precious pretty prince princess
private production prometheus prosperity public purple qazwsx qazwsxedc qazxsw qwaszx qweasd qweasdzxc qweqwe qweqweqwe
qwert qwerty qwertyqwerty qwertyu qwertyui qwertyuio qwertyuiop rachel rainbow raiders ranger rangers realmadrid rebecca
redsox remember ricardo richard ronaldo root rootroot runescape russia sakura samantha samsung sandra santiago saturday
school scooter scorpion scotland sebastian secret secretsecret secure security september sergey server service sexy
shadow shannon shopping silver simple skateboard slipknot snickers snoopy snowball soccer softball software something
sparky spiderman spring springer spongebob squirrel star starlight starwars steelers stephanie steven strawberry student
suckit summer sunday sunflower sunrise sunset sunshine superman superstar support swordfish system taylor tech
technology teddybear teiubesc temp temporary tennis tequiero test tester testing testtest thailand thebeast theman
thomas thunder thursday thx tiffany tigers tigger tinkerbell tokyo toor toyota transformer travel trustno trustme
tuesday turtle twilight twitter undertaker unicorn universal user username valentina valentine vanessa vegeta veronica
victoria victory vincent virginia volcano wallpaper warcraft warhammer warrior webmaster wednesday welcome
welcomewelcome whatever william wilson windows winner winter wireless wolverine wonderful work world xavier xbox yamaha
yankees yellow yugioh zaq zaqwsx zaqxsw zxcasdqwe zxcvbn zxcvbnm
`

/** Whole passwords that begin with a digit, in lower case. These are compared without trimming. */
const whole = `
00000000 000000000 0000000000 01234567 012345678 0123456789 0987654321 098765432 10203040 1020304050 11111111 111111111
1111111111 11112222 11223344 1122334455 112233445566 12121212 12123434 12131415 123123123 123123123123 1231234 12312312
12321232 1234321 123454321 12344321 12345123 1234554321 12345600 123456123 12345654321 1234566 12345678 123456780
123456781 123456782 123456787 123456788 123456789 1234567890 12345678900 12345678901 123456789012 1234567891 12345678910
123456789a 123456789abc 123456789q 12345678a 12345678q 1234567a 1234567q 123456abc 123456asd 123456qwerty 123456qwe
1234abcd 1234qwer 1234qwerty 12345qwert 123abc123 123hello 123love 123qweasd 123qweasdzxc 123qwe123 123qwe123qwe 12qwaszx
13131313 134679852 13579135 1357924680 135792468 14141414 1478963 14789632 147258369 147852369 15151515 159357456
159753159 159753456 16161616 17171717 18181818 18436572 19191919 1a2b3c4d 1a2b3c4d5e 1password 1q1q1q1q 1q2w3e4r
1q2w3e4r5t 1q2w3e4r5t6y 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qazzaq1 20202020 21212121 22222222 23232323 23456789
24682468 25252525 25802580 258456 3edc4rfv 31415926 3141592654 33333333 36925814 369258147 44444444 4815162342
42424242 44445555 45454545 456456456 456789123 55555555 5555555555 55667788 56565656 66666666 666666666 69696969 741852963
74108520 753951456 7777777 77777777 777777777 78787878 789456123 7894561230 789654123 789789789 87654321 876543210
88888888 888888888 8888888888 89898989 951753852 963852741 96321478 987654321 9876543210 98765432 99999999 999999999
1111222233334444 1234512345 12345qwerty
`

const list = (text: string) => new Set(text.trim().split(/\s+/))
const common = { words: list(words), whole: list(whole) }

/** Whether an attacker would try this password early: a word of the list, even with digits and signs after it. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  if (new Set(lower).size < 3) return true
  return common.whole.has(lower) || common.words.has(lower) || common.words.has(lower.replace(/[^\p{L}]+$/u, ''))
}
