const names = (text: string): ReadonlySet<string> => new Set(text.split(',').map((name) => name.trim()));

/** Well-known companies and organizations in lower case, without ordinary words. */
export const ORGANIZATION_NAMES: ReadonlySet<string> = names(
  `adobe, airbnb, alibaba, amd, anthropic, bbc, bmw, boeing, cia, cisco, cnn, costco, deepmind, disney, doordash, ebay, espn, facebook, fbi,
fedex, github, gitlab, google, gucci, harvard, hbo, honda, hubspot, hulu, huawei, hyundai, ibm, ikea, intel, jpmorgan, lego, linkedin,
mastercard, mcdonald's, mcdonalds, mercedes, meta, microsoft, mit, mozilla, nasa, nba, netflix, nfl, nhl, nhs, nike, nintendo, nvidia, openai,
oracle, patagonia, paypal, pepsi, pfizer, pixar, porsche, qualcomm, reddit, salesforce, samsung, shopify, slack, sony, spacex, spotify,
starbucks, stanford, stripe, tesla, toyota, uber, un, unesco, unicef, volkswagen, volvo, walmart, warner bros, whole foods, who, yahoo, yelp,
yale, ymca, zara, adidas`,
);

/** Products, services and tools, in lower case. */
export const PRODUCT_NAMES: ReadonlySet<string> = names(
  `airpods, alexa, android, chatgpt, claude, coca cola, coca-cola, cortana, discord, docker, dropbox, excel, fitbit, fortnite, gmail, gopro,
grammarly, instagram, ios, ipad, iphone, ipod, jira, kindle, kubernetes, linux, macbook, minecraft, mongodb, mysql, notion, photoshop, pinterest,
playstation, postgres, postgresql, powerpoint, python, redis, roblox, siri, skype, snapchat, sqlite, tiktok, trello, twitch, twitter, typescript,
javascript, ubuntu, vscode, wechat, whatsapp, wikipedia, wordpress, xbox, youtube, zotero, bitcoin, ethereum`,
);
