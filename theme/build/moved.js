// An old address of a rule leads on to ours, to the heading that it names: `#Direct Hit`, `#direct_hit` and `#77.3` alike.
{
  const way = document.querySelector("a");
  let named = "";
  try {
    named = decodeURIComponent(location.hash.slice(1, 100));
  } catch {
    // what cannot be read names no heading
  }
  const heading = named.normalize("NFKD").replace(/[\u0300-\u036f'’`]/g, "").toLowerCase().replace(/[^a-z0-9.]+/g, "-").replace(/^-|-$/g, "");
  const there = new URL(way.getAttribute("href"), location.href);
  if (heading) there.hash = heading;
  location.replace(there);
}
