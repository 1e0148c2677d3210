pub(super) mod published;
