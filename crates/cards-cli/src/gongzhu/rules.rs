use cards_core::CardSet;
use clap::ValueEnum;
use gongzhu_solver::Rules;
use serde::Deserialize;

use crate::Refusal;

/// The rules that have a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// ♠Q −13, hearts −1 each, the ace the lowest card.
    #[default]
    Document,
    /// As document, the ace the highest card.
    DocumentAceHigh,
    /// As document, with ♦J +10.
    WithSheep,
    /// Gongzhu as it is played.
    Gongzhu,
}

/// When ♠Q counts for its taker instead of against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum PigTurning {
    /// Never.
    Never,
    /// If its taker has all thirteen hearts.
    WithAllHearts,
    /// If its taker has all sixteen scoring cards.
    WithAllScoringCards,
}

/// The rules that a request asks for.
pub(crate) fn rules(
    preset: Preset,
    exposed: CardSet,
    pig_turning: Option<PigTurning>,
) -> Result<Rules, Refusal> {
    let mut rules = match preset {
        Preset::Document => Rules::DOCUMENT,
        Preset::DocumentAceHigh => Rules::DOCUMENT_ACE_HIGH,
        Preset::WithSheep => Rules::WITH_SHEEP,
        Preset::Gongzhu => Rules::GONGZHU,
    };
    if let Some(pig) = pig_turning {
        if rules.all_hearts().is_none() {
            let message = "the pig never turns under these rules; leave out pig-turning";
            return Err(Refusal::Input(message.to_owned()));
        }
        rules = rules.with_pig_turning(match pig {
            PigTurning::Never => gongzhu_solver::PigTurning::Never,
            PigTurning::WithAllHearts => gongzhu_solver::PigTurning::WithAllHearts,
            PigTurning::WithAllScoringCards => gongzhu_solver::PigTurning::WithAllScoringCards,
        });
    }
    Ok(rules.with_exposed(exposed)?)
}
