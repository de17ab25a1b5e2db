/*
 * One's account: for a guest the ways to have one, else all that belongs to it.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useState } from "preact/hooks";
import { fetchAccount, type Account, type Registration } from "../net/account";
import { isKnown } from "../net/server";
import { t } from "../text";
import { Codes } from "./account/codes";
import { Enter } from "./account/enter";
import { MailLink, mailLink } from "./account/notices";
import { Own } from "./account/own";
import { Frame, Heading, Unreached } from "./frame";

interface Found {
  account: Account | null;
  registration: Registration;
}

export default function AccountScreen() {
  const [found, setFound] = useState<Found | null>(null);
  const [wrong, setWrong] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [link] = useState(mailLink);
  const look = () => void fetchAccount().then((has) => { setFound(has); setWrong(false); }, () => setWrong(true));
  useEffect(look, []);
  const own = found?.account ?? null;
  const title = own ? own.name : isKnown() ? t("Keep your games") : t("Account");
  return (
    <Frame class="account" ready={found !== null || wrong}>
      <Heading key={codes ? "codes" : title} title={title} lead={own ? undefined : t("You need no account to play. With one you find your games again on every device.")} />
      {wrong && <Unreached onAgain={look} />}
      {link && <MailLink link={link} />}
      {codes && <Codes codes={codes} name={own?.name ?? ""} onDone={() => setCodes(null)} />}
      {found && !own && <Enter registration={found.registration} onDone={(made) => { setCodes(made); look(); }} />}
      {own && !codes && <Own account={own} onCodes={setCodes} onChange={look} />}
    </Frame>
  );
}
