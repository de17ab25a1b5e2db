/*
 * The dialogs of the table: the menu, the rules, the list of keys, and whether one really gives up.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Game } from "../game/game";
import { useLoaded } from "../load";
import { Icon, type IconName } from "../parts/icons";
import { Missing } from "../parts/missing";
import { Dialog, Switch } from "../screens/controls";
import { KeysSwitch, SettingsDialog } from "../screens/settings-dialog";
import type { Player, Request } from "../net/protocol";
import { playerName } from "../players";
import { sound } from "../settings";
import { nameOf, t } from "../text";
import { Report } from "./report";
import { Travel } from "./travel";
import type { DialogName, Ui } from "./ui";

interface Shortcut {
  keys: string;
  does: string;
}

/** Every key with what it does, for the list. */
function shortcuts(game: Game): Shortcut[] {
  const all: Shortcut[] = [
    { keys: "D", does: t("draw a card from the pile") },
    { keys: "1 – 5", does: t("take a face-up card") },
    { keys: "C", does: t("list the routes you can claim") },
    { keys: "T", does: t("draw tickets") },
  ];
  if (game.map.mechanics["stations"]) all.push({ keys: "S", does: t("build a station") });
  all.push(
    { keys: "P", does: t("pass, when nothing else is possible") },
    { keys: "H · G · L", does: t("go to your hand, the board, the log") },
    { keys: "W", does: t("light your next ticket on the board") },
    { keys: "U", does: t("take back your last move, where that is possible") },
    { keys: "Esc", does: t("go back") },
    { keys: "Enter", does: t("confirm") },
  );
  if (game.kind === "online") all.push({ keys: "M", does: t("say something") });
  if (game.kind === "watch") all.push({ keys: t("Space"), does: t("pause and go on") }, { keys: "N", does: t("next move") });
  all.push({ keys: "?", does: t("this list") });
  return all;
}

function Keys({ game, onClose }: { game: Game; onClose(): void }) {
  return (
    <Dialog title={t("Keyboard")} onClose={onClose}>
      <KeysSwitch />
      <dl class="tb-keys">
        {shortcuts(game).map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** The rules are fetched when somebody asks for them. */
function RulesDialog({ game, onClose }: { game: Game; onClose(): void }) {
  const { found: help, failed, again } = useLoaded("rules", () => import("../screens/help"));
  return (
    <Dialog title={t("How to play: {board}", { board: nameOf(game.map.name) })} onClose={onClose} class="tb-rules">
      {help ? <help.Rules map={game.map} /> : failed ? <Missing onAgain={again} /> : <span class="spinner" />}
    </Dialog>
  );
}

/** A person who has not given up. */
function isPlaying(player: Player | undefined): boolean {
  return player?.is === "human" && player.takeover === undefined;
}

function Menu({ game, ui, onClose }: { game: Game; ui: Ui; onClose(): void }) {
  const item = (dialog: DialogName, icon: IconName, label: string) => (
    <button type="button" onClick={() => (ui.dialog.value = dialog)}>
      <Icon name={icon} />
      {label}
    </button>
  );
  const table = game.table.value;
  const me = game.me.value;
  const seated = game.kind === "online" && me !== null && isPlaying(table?.players[me]);
  const paused = table?.paused === true;
  const act = (icon: IconName, label: string, request: Request) => (
    <button type="button" onClick={() => { onClose(); void game.request(request); }}>
      <Icon name={icon} />
      {label}
    </button>
  );
  /* without a clock nobody is ever away: the host may help who is waited for, when the table's limit has passed */
  const turn = table?.view?.turn ?? null;
  const waitedFor = seated && table?.host === me && !table?.clock && !table?.bank && turn !== null && turn !== me && isPlaying(table?.players[turn]) ? turn : null;
  return (
    <Dialog title={nameOf(game.map.name)} onClose={onClose} class="tb-menu">
      <div class="menu">
        {item("rules", "help", t("How to play"))}
        {item("settings", "settings", t("Settings"))}
        {item("keys", "info", t("Keyboard"))}
        {seated && !paused && act("pause", t("Ask for a pause"), { do: "pause" })}
        {seated && item("travel", "device", t("Go on on another device…"))}
        {waitedFor !== null && act("people", t("Let a bot play on for {name}", { name: playerName(table?.players ?? [], waitedFor) }), { do: "replace", seat: waitedFor })}
        {game.kind === "online" && item("report", "warning", t("Report…"))}
        {seated && item("resign", "flag", t("Give up…"))}
        <a href="/">
          <Icon name="home" />
          {t("To the boards")}
        </a>
      </div>
      <Switch label={t("Sounds")} value={sound.value} onChange={(value) => (sound.value = value)} />
    </Dialog>
  );
}

function Resign({ game, onClose }: { game: Game; onClose(): void }) {
  const bot = game.table.value?.takeover === "bot";
  const resign = (): void => {
    onClose();
    void game.resign();
  };
  return (
    <Dialog title={t("Give up your seat?")} onClose={onClose}>
      <p>{bot ? t("A bot will play on for you. You cannot come back.") : t("Your seat will stay idle. You cannot come back.")}{game.table.value?.rated && ` ${t("The game is rated: you are last, and who leaves again and again waits before the next one.")}`}</p>
      <div class="spread">
        <button type="button" class="button" onClick={onClose}>
          {t("Play on")}
        </button>
        <button type="button" class="button danger" onClick={resign}>
          {t("Give up")}
        </button>
      </div>
    </Dialog>
  );
}

export function Dialogs({ game, ui }: { game: Game; ui: Ui }) {
  const open = ui.dialog.value;
  /* closing one that has been followed by another must not close that one */
  const close = (): void => {
    if (ui.dialog.value === open) ui.dialog.value = null;
  };
  switch (open) {
    case "keys":
      return <Keys key="keys" game={game} onClose={close} />;
    case "menu":
      return <Menu key="menu" game={game} ui={ui} onClose={close} />;
    case "resign":
      return <Resign key="resign" game={game} onClose={close} />;
    case "report":
      return <Report key="report" game={game} onClose={close} />;
    case "rules":
      return <RulesDialog key="rules" game={game} onClose={close} />;
    case "settings":
      return <SettingsDialog key="settings" onClose={close} />;
    case "travel":
      return <Travel key="travel" game={game} onClose={close} />;
    default:
      return null;
  }
}
