/** Countries, continents and the like: whoever lives in a town lives in one of these too. */
export const REGIONS: ReadonlySet<string> = new Set(
  `afghanistan; africa; alaska; albania; algeria; america; andalusia; angola; arabia; argentina; arizona; armenia; asia; australia; austria;
  azerbaijan; bahrain; bangladesh; bavaria; belarus; belgium; bolivia; bosnia; botswana; brazil; brittany; bulgaria; california; cambodia;
  cameroon; canada; catalonia; chad; chile; china; colombia; colorado; congo; connecticut; costa rica; croatia; cuba; cyprus;
  czech republic; czechia; denmark; ecuador; egypt; england; estonia; ethiopia; europe; finland; flanders; florida; france; georgia;
  germany; ghana; great britain; greece; greenland; guatemala; hawaii; holland; honduras; hungary; iceland; illinois; india; indonesia; iran;
  iraq; ireland; israel; italy; jamaica; japan; jordan; kazakhstan; kenya; korea; kuwait; laos; latvia; lebanon; libya; lithuania; luxembourg;
  malaysia; malta; massachusetts; mexico; michigan; moldova; mongolia; montenegro; morocco; mozambique; myanmar; namibia; nepal; netherlands;
  new jersey; new zealand; nicaragua; nigeria; north america; northern ireland; norway; ohio; oman; ontario; oregon; pakistan; panama;
  paraguay; patagonia; pennsylvania; peru; philippines; poland; portugal; provence; qatar; quebec; romania; russia; rwanda; saudi arabia;
  scandinavia; scotland; senegal; serbia; sicily; singapore; slovakia; slovenia; somalia; south africa; south america; south korea; spain;
  sri lanka; sudan; sweden; switzerland; syria; taiwan; tanzania; texas; thailand; tunisia; turkey; tuscany; uganda; uk; ukraine;
  united arab emirates; united kingdom; united states; united states of america; uruguay; us; usa; utah; venezuela; vermont; vietnam;
  virginia; wales; washington state; yemen; zambia; zimbabwe`
    .split(';')
    .map((name) => name.trim().replace(/\s+/g, ' ')),
);
